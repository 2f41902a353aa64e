import { formatNumber } from "./format.ts";

const ENDINGS = ["th", "st", "nd", "rd"];

/** Formats a rank: "1st", "22nd", "113th". */
export function ordinal(rank: number): string {
  const tens = rank % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (ENDINGS[rank % 10] ?? "th");
  return formatNumber(rank) + ending;
}
