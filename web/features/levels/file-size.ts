const kilobytes = new Intl.NumberFormat("en", { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });
const megabytes = new Intl.NumberFormat("en", { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });

/** 84123 as "84.1 kB". */
export const fileSize = (bytes: number): string =>
  bytes < 1_000_000 ? kilobytes.format(Math.max(100, bytes) / 1_000) : megabytes.format(bytes / 1_000_000);
