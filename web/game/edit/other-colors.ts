export const OTHER_COLORS = [
  "2f9bff",
  "ff4fa3",
  "29c75f",
  "a86bff",
  "ffd02e",
  "14c9c9",
  "ff5a4a",
  "9cb4c9",
] as const;
