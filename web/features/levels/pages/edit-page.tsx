import { Navigate, useParams } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { levelFormText } from "#web/text/levels.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { LevelForm } from "../form/level-form.tsx";
import { useLevel } from "../level-query.ts";
import { MissingLevel } from "../level-screen.tsx";

const text = levelFormText;

function NotYours({ url }: { url: string }) {
  return (
    <Page title={text.forbiddenTitle} heading={null}>
      <h1 className="sr-only">{text.forbiddenTitle}</h1>
      <EmptyState title={text.forbiddenTitle} text={text.forbidden} art={<Bopi mood="sad" />}>
        <LinkButton variant="primary" to={url}>
          {text.back}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}

/** Changes a level. */
export default function EditPage() {
  const { id } = useParams();
  const user = useUser();
  const { level, isMissing, isError, error, refetch, isFetching } = useLevel(id);
  if (!user) return <Navigate to={`/login?next=${encodeURIComponent(`/levels/${id}/edit`)}`} replace />;
  if (isMissing) return <MissingLevel />;
  if (level && !level.can_edit) return <NotYours url={level.url} />;
  return (
    <Page title={text.editWindow} heading={level ? text.editTitle(level.title) : text.editWindow}>
      {level && <LevelForm key={level.id} level={level} />}
      {!level && isError && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {!level && !isError && <Skeleton height={520} />}
    </Page>
  );
}
