import { createContext, useContext } from "react";
import type { SessionUser } from "#domain/auth/api.ts";

/** The signed-in user as the page was delivered; signing in and out loads a new page. */
export const UserContext = createContext<SessionUser | null>(null);

/** The signed-in user, or null for a visitor. */
export const useUser = (): SessionUser | null => useContext(UserContext);
