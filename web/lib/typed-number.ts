import { LIMITS } from "#domain/limits.ts";
import { formatNumber } from "./format.ts";

/** Returns the number that was typed: 0 if the field is empty, NaN if it isn't a whole number. */
export const typedNumber = (typed: string): number =>
  typed.trim() === "" ? 0 : /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : Number.NaN;

/** The error of a typed number, or null. Nothing is dropped from it: 9.99 isn't 999, and -5 isn't 5. */
export const typedNumberProblem = (label: string, typed: string, max: number): string | null =>
  typedNumber(typed) <= max
    ? null
    : `${label} must be a whole number without signs, at most ${formatNumber(max)}.`;

export const typedPriceProblem = (typed: string): string | null =>
  typedNumberProblem("Price", typed, LIMITS.price);
