export const TURNSTILE_ACTION = "register";

/** Id of the `<script>` element that loads Turnstile. */
export const TURNSTILE_SCRIPT_ID = "turnstile-script";
