const UNITS: Record<string, number> = { "": 1, k: 1_000, M: 1_000_000 };
/** More rows than the largest database holds. */
const MAX_COUNT = 99_999_999;

/** Returns a number of rows, written like `500`, `20k` or `10M`; null if it's none. */
export function parseCount(text: string): number | null {
  const [, digits = "", unit = ""] = /^(\d{1,8})([kM]?)$/.exec(text) ?? [];
  const count = Number(digits) * (UNITS[unit] ?? 1);
  return digits !== "" && count <= MAX_COUNT ? count : null;
}
