/** What signing up is called in the check for people: a token that was made for something else is none. */
export const HUMAN_ACTION = "register";

/** The id of the element that brings the check's script along. */
export const HUMAN_SCRIPT = "turnstile-script";
