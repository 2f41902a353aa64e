import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { invalidate } from "#web/lib/cache.ts";

/** Returns what runs after posting: invalidates the forums and opens the post's URL. */
export function useAfterPost(): (url: string | undefined) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (url) => {
    void invalidate(client, ["/api/forums/**"]);
    if (url) void navigate(url, { replace: true });
  };
}
