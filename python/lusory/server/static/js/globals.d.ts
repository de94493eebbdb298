// The one thing that a plain script brings: idiomorph, vendored.
declare const Idiomorph: { morph(old: Element, made: Element | string, options?: { morphStyle?: "outerHTML" | "innerHTML" }): void };
