/** The address of one's own standing. */
export const STANDING = /^\/api\/standing/;
