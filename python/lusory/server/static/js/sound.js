// The sounds of moves, made here by WebAudio: no files are loaded. This module is loaded with the first sound.

/** @typedef {"move" | "capture" | "event" | "end"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** Play a sound. Before the visitor has clicked or typed anything browsers keep pages silent. @param {Sound} sound */
export function play(sound) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const at = context.currentTime;
  if (sound === "move") knock(context, at, 1);
  else if (sound === "capture") {
    knock(context, at, 0.8);
    knock(context, at + 0.07, 1.2);
  } else if (sound === "event") {
    tone(context, at, 660, 0.18);
    tone(context, at + 0.12, 880, 0.25);
  } else for (const [i, pitch] of [392, 494, 587].entries()) tone(context, at + i * 0.09, pitch, 0.6);
}

/** A stone on wood: a click of noise over a short low tone. @param {AudioContext} audio @param {number} at @param {number} pitch */
function knock(audio, at, pitch) {
  const length = Math.round(audio.sampleRate * 0.03);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1700 * pitch;
  gain.gain.value = 0.5;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  tone(audio, at, 190 * pitch, 0.07, 0.25);
}

/** A tone that fades. @param {AudioContext} audio @param {number} at @param {number} pitch in hertz
 * @param {number} seconds @param {number} [volume] */
function tone(audio, at, pitch, seconds, volume = 0.12) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.02);
}
