/** URLs of responses that contain events or challenges. */
export const EVENT_URLS = /^\/api\/(?:staff\/)?(?:events|challenges|levels|home|users)(?:[/?]|$)/;
