/** The password of every demo account; shown by `npm start`. */
export const DEMO_PASSWORD = "bopolis-demo";

/** The secret of the authenticator app of the demo's staff; `npm run code` prints what the app would show. */
export const DEMO_TWO_FACTOR = "BOPOLISDEMOBOPOLISDEMOBOPOLISDEM";

export interface DemoSignIn {
  username: string;
  password: string;
  what: string;
  /** Signing in takes a code as well. */
  hasCode: boolean;
}

export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  { username: "admin", password: DEMO_PASSWORD, what: "administrator", hasCode: true },
  { username: "moderator", password: DEMO_PASSWORD, what: "moderator", hasCode: true },
  { username: "goldie", password: DEMO_PASSWORD, what: "Gold member", hasCode: false },
  { username: "bobby", password: DEMO_PASSWORD, what: "member", hasCode: false },
];
