import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { invalidateUrls } from "#web/lib/query.ts";

/** What follows when something was written: every answer about the forums is asked for anew, and one goes to see it. */
export function useSent(): (url: string | undefined) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (url) => {
    void invalidateUrls(client, /^\/api\/forums(?:[/?]|$)/);
    if (url) void navigate(url, { replace: true });
  };
}
