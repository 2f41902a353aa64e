/** Addresses of answers in which an event or a challenge shows. */
export const EVENT_NEWS = /^\/api\/(?:staff\/)?(?:events|challenges|levels|home|users)(?:[/?]|$)/;
