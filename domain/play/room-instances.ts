/** The most rooms of a level. */
export const ROOM_INSTANCES = 200;
