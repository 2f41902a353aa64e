/** What can lie over a profile theme's colours. `pattern_class` names the drawing. */
export const PATTERNS = [{ id: 1, name: "Dots", pattern_class: "dots" }] as const;
