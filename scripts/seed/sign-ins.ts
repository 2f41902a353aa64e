/** The password of every demo account; shown by `npm start`. */
export const DEMO_PASSWORD = "bopolis-demo";

export const DEMO_SIGN_INS = [
  { username: "admin", password: DEMO_PASSWORD, what: "administrator" },
  { username: "moderator", password: DEMO_PASSWORD, what: "moderator" },
  { username: "goldie", password: DEMO_PASSWORD, what: "Gold member" },
  { username: "bobby", password: DEMO_PASSWORD, what: "member" },
] as const;
