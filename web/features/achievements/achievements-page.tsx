import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { achievementListRoute } from "#domain/achievements/api.ts";
import { isParam } from "#domain/api/params.ts";
import { profileRoute } from "#domain/users/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { STAY, staysInPlace } from "#web/lib/stay.ts";
import { useUser } from "#web/lib/user.ts";
import { achievementsText } from "#web/text/achievements.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Missing } from "#web/ui/missing.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { SetGrid, SetGridSkeleton } from "./set-grid.tsx";
import { SetModal } from "./set-modal.tsx";
import { Summary } from "./summary.tsx";

const text = achievementsText;

function NoSuchUser() {
  return (
    <Missing title={text.missingTitle} text={text.missing}>
      <LinkButton variant="primary" icon={Users} to="/users">
        {text.find}
      </LinkButton>
    </Missing>
  );
}

const isMissing = ({ error }: UseQueryResult) => error instanceof ResponseError && error.status === 404;

/** The achievements of whom the address names: their id comes with the profile, one's own is known. */
function useAchievements(username: string) {
  const user = useUser();
  const isName = isParam("username", username);
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  const profile = useQuery({ ...queryFor(profileRoute, { params: { username } }), enabled: isName });
  const id = isOwn ? user?.id : profile.data?.user.id;
  const list = useQuery({
    ...queryFor(achievementListRoute, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const failed = [profile, list].find(({ isError, data }) => isError && !data);
  return { isOwn, isGone: !isName || isMissing(profile), profile: profile.data?.user, list, failed };
}

/** What somebody has achieved, set by set. Which set is open is in the address. */
export default function AchievementsPage() {
  const { username: asked = "" } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { isOwn, isGone, profile, list, failed } = useAchievements(asked);
  if (isGone) return <NoSuchUser />;

  const sets = list.data?.data;
  const open = sets?.find(({ id }) => id === Number(query.get("set")));
  const show = (id: number) => void navigate(`?set=${id}`, { state: STAY });
  // Back to the step before, where that is one of this page's own.
  const close = () =>
    void (staysInPlace(state) ? navigate(-1) : navigate("?", { replace: true, state: STAY }));
  const owner = list.data?.user ?? profile;
  return (
    <Page title={text.title(owner?.username ?? asked, isOwn)}>
      {failed && (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      {!failed && <Summary owner={owner} sets={sets} />}
      {!failed && !sets && <SetGridSkeleton />}
      {sets && sets.length > 0 && <SetGrid sets={sets} onShow={show} />}
      {sets?.length === 0 && <EmptyState title={text.none} text={text.noneText} art={<Bopi mood="wow" />} />}
      <SetModal set={open} onClose={close} />
    </Page>
  );
}
