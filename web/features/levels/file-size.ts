const UNITS = ["byte", "kilobyte", "megabyte"] as const;
const formats = UNITS.map(
  (unit) =>
    new Intl.NumberFormat("en", { style: "unit", unit, maximumFractionDigits: unit === "byte" ? 0 : 1 }),
);

/** 84123 as "84.1 kB". */
export function fileSize(bytes: number): string {
  const power = bytes >= 1_000_000 ? 2 : bytes >= 1_000 ? 1 : 0;
  return formats[power]?.format(bytes / 1_000 ** power) ?? "";
}
