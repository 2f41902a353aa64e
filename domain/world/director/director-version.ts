/** Raise it when drawn level pictures should look different: the schedule then draws all of them again. */
export const DIRECTOR_VERSION = 2;
