/** Strings of the picker of levels, items and users. */
export const pickerText = {
  hint: "Type part of the name.",
  none: "Nothing matches that.",
  failed: "The search failed. Type again to retry.",
  results: "Found",
} as const;
