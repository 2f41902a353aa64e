/** What is said on a page that a link of the site's own has led to, by what the address says. */
export const arrivalsText = {
  verified: "Your e-mail address is verified.",
  deleted: "Your account is deleted. Farewell!",
} as const;
