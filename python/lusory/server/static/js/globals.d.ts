// Globals of classic scripts: idiomorph, which is vendored.
declare const Idiomorph: { morph(old: Element, made: Element | string, options?: { morphStyle?: "outerHTML" | "innerHTML" }): void };
