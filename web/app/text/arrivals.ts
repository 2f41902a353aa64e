/** Messages shown after following one of the site's own links, by the code in the URL. */
export const arrivalsText = {
  verified: "Your email address is verified.",
  deleted: "Your account has been deleted. Goodbye!",
} as const;
