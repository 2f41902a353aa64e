import { createContext, useContext } from "react";
import type { SessionUser } from "#domain/auth/api.ts";

/** The signed-in user; signing in and out loads a new page, only their bopi's pictures change within one. */
export const UserContext = createContext<SessionUser | null>(null);

/** The signed-in user, or null for a visitor. */
export const useUser = (): SessionUser | null => useContext(UserContext);
