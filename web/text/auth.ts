import { LIMITS } from "#domain/limits.ts";
import { SITE } from "#domain/site.ts";

/** Words of signing up, signing in and choosing a new password. */
export const authText = {
  register: {
    title: "Make your bopi",
    text: `One account for ${SITE.name} and ${SITE.client}. Free, and quick.`,
    submit: "Sign up",
    other: "Been here before?",
    otherLink: "Sign in",
  },
  login: {
    title: "Welcome back",
    text: "Your bopi kept the light on.",
    submit: "Sign in",
    forgot: "Forgot your password?",
    other: "New in town?",
    otherLink: "Sign up",
  },
  forgot: {
    title: "Forgot your password?",
    text: "Tell us your e-mail address and we send you a link to choose a new one.",
    submit: "Send the link",
    sentTitle: "Look into your mail",
    back: "Back to signing in",
  },
  reset: {
    title: "Choose a new password",
    text: "This signs you out on every device, so nobody else stays in.",
    submit: "Set the password",
    deadTitle: "This link no longer works",
    dead: "It has been used, has expired, or lost a piece on its way here.",
    again: "Send a new link",
    doneTitle: "That is your password now",
    signIn: "Sign in",
  },
  username: "Username",
  usernameHint: `${LIMITS.username.min} to ${LIMITS.username.max} letters, digits or _. Everybody sees it.`,
  email: "E-mail address",
  emailHint: "Only to get you back in. Nobody sees it.",
  nameOrEmail: "Username or e-mail",
  password: "Password",
  newPassword: "New password",
  passwordHint: `At least ${LIMITS.password.min} characters.`,
  repeat: "Password again",
  show: "Show the password",
  hide: "Hide the password",
} as const;
