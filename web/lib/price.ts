/** Strips everything but digits and cuts to the length of the highest price. */
export const priceDigits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 7);
