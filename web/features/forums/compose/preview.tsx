import { useQuery } from "@tanstack/react-query";
import { previewRoute } from "#domain/forums/api.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { PostBody } from "../post-body.tsx";
import { composeText } from "../text/compose.ts";

export default function Preview({ body }: { body: string }) {
  const text = body.trim();
  const preview = useQuery({
    queryKey: [buildUrl(previewRoute, {}), text],
    queryFn: () => call(previewRoute, { input: { body: text } }),
    enabled: text !== "",
    gcTime: 60_000,
  });
  if (!text) return <p>{composeText.nothing}</p>;
  if (preview.data) return <PostBody {...preview.data} />;
  if (preview.isError) return <QueryError query={preview} always />;
  return (
    <LoadingRegion text={composeText.previewLoading}>
      <SkeletonText lines={3} />
    </LoadingRegion>
  );
}
