import type { Problem } from "#domain/system/api.ts";
import type { BacklogName } from "#domain/system/problems.ts";
import type { ScheduleJob } from "#domain/system/schedule.ts";
import { Banner } from "#web/ui/banner.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

/** The problem in words. */
function describeProblem({ area, name }: Problem): string {
  switch (area) {
    case "health":
      return text.healthProblem(name);
    case "jobs":
      return text.jobProblem(name as ScheduleJob);
    case "backlogs":
      return text.backlogProblem(name as BacklogName);
    case "database":
      return text.fullnessProblems[name as keyof typeof text.fullnessProblems];
    default:
      return text.kindProblems[name] ?? name;
  }
}

/** All problems, each linked to its section, or the good news that there are none. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return <Banner tone="plain">{text.allWell}</Banner>;
  return (
    <Banner>
      <b>{text.problems(problems.length)}</b>
      <ul className={styles.problems} aria-label={text.problemsNav}>
        {problems.map((problem) => (
          <li key={`${problem.area} ${problem.name}`}>
            <a href={`#${problem.area}`}>{describeProblem(problem)}</a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
