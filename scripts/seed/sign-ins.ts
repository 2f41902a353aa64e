/** The password of every demo account. `npm start` shows it. */
export const DEMO_PASSWORD = "bopolis-demo";

/** The demo staff's authenticator secret. `npm run code` prints its current code. */
export const DEMO_TWO_FACTOR = "BOPOLISDEMOBOPOLISDEMOBOPOLISDEM";

export interface DemoSignIn {
  username: string;
  password: string;
  role: string;
  /** Whether signing in requires a code as well. */
  hasCode: boolean;
}

export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  { username: "admin", password: DEMO_PASSWORD, role: "administrator", hasCode: true },
  { username: "moderator", password: DEMO_PASSWORD, role: "moderator", hasCode: true },
  { username: "goldie", password: DEMO_PASSWORD, role: "Gold member", hasCode: false },
  { username: "bobby", password: DEMO_PASSWORD, role: "member", hasCode: false },
];
