// Reads the value of an option in a list of clocks, `kind:number:number...`, as a clock of the interface.

/** The clock of an option's value; null for no clock. @param {string} text */
export function clockOf(text) {
  const [kind, ...numbers] = text.split(":");
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map(Number);
  switch (kind) {
    case "days": return { kind, days: a, remind_days: b };
    case "bank": return { kind, days: a, add_days: b, turn_days: c, remind_days: d };
    case "sudden": return { kind, seconds: a };
    case "increment": return { kind, seconds: a, add: b };
    default: return null;
  }
}
