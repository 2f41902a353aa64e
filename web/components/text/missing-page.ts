/** Strings of the 404 page. */
export const missingPageText = {
  title: "No one lives here",
  text: "This bopi looked behind every door. The page moved out, or never moved in.",
  actions: { levels: "Find a level", home: "Back home" },
} as const;
