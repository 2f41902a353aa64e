/** Digits only, as many as a price has. */
export const priceDigits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 7);
