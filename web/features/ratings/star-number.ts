import { once } from "#domain/once.ts";

const stars = once(() => new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

/** Formats a value from 0 to 10 as stars out of five: 8.6 is "4.3". */
export const starNumber = (value: number): string => stars().format(value / 2);
