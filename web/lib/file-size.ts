import { once } from "#domain/once.ts";

const unitFormat = (name: string) =>
  once(() => new Intl.NumberFormat("en", { style: "unit", unit: name, maximumFractionDigits: 1 }));
const kilobytes = unitFormat("kilobyte");
const megabytes = unitFormat("megabyte");
const gigabytes = unitFormat("gigabyte");

/** Formats a file size: 84123 as "84.1 kB". */
export const fileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? kilobytes().format(Math.max(100, bytes) / 1_000)
    : bytes < 1_000_000_000
      ? megabytes().format(bytes / 1_000_000)
      : gigabytes().format(bytes / 1_000_000_000);
