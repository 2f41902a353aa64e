const DRAWING = "/static/city.svg";
const FRAME = { viewBox: "0 0 1440 230", preserveAspectRatio: "xMidYMax slice" };

/** The toy city's skyline at the bottom of a `.hero`. The same elements as in `heroMarkup`. */
export function City() {
  return (
    <>
      <svg className="hero-city hero-far" {...FRAME} aria-hidden="true">
        <use href={`${DRAWING}#houses`} />
      </svg>
      <svg className="hero-city" {...FRAME} aria-hidden="true">
        <use href={`${DRAWING}#houses`} />
        <use className="hero-windows" href={`${DRAWING}#windows`} />
      </svg>
    </>
  );
}
