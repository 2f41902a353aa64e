import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { invalidate } from "#web/lib/cache.ts";

export function useAfterPost(): (url: string | undefined) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (url) => {
    void invalidate(client, ["/api/forums/**"]);
    if (url) void navigate(url, { replace: true });
  };
}
