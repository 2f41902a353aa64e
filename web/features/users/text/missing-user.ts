export const missingUserText = {
  title: "No one here has that name",
  text: "Check the spelling. The account may also have been deleted.",
  find: "Find people",
} as const;
