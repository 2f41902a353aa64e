/**
 * Formats a value from 0 to 10 as stars out of five: 8.6 is "4.3". Without `Intl`, because creating a formatter blocks a slow
 * phone for 50 ms.
 */
export const starNumber = (value: number): string => (Math.round(value * 5) / 10).toFixed(1);
