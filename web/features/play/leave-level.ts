import { useCallback } from "react";
import { useNavigate } from "react-router";

/** The path of the page before this one in the tab's history, where the browser says. */
function previousPath(): string | null {
  // Older browsers have no such list.
  const history = window.navigation as Navigation | undefined;
  const url = history?.entries()[(history.currentEntry?.index ?? 0) - 1]?.url;
  return url ? new URL(url).pathname : null;
}

/** Returns a function that leads to the level's page: back to it if it was the page before, so Back doesn't return here. */
export function useLeaveLevel(levelUrl: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (previousPath() === levelUrl) navigate(-1);
    else navigate(levelUrl, { replace: true });
  }, [navigate, levelUrl]);
}
