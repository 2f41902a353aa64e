import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { invalidateUrls } from "#web/lib/query.ts";

/** Returns what runs after posting: invalidates the forums and opens the post's URL. */
export function useAfterPost(): (url: string | undefined) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (url) => {
    void invalidateUrls(client, /^\/api\/forums(?:[/?]|$)/);
    if (url) void navigate(url, { replace: true });
  };
}
