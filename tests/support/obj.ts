/** Joins lines of an OBJ file. */
export const obj = (...lines: string[]): string => lines.join("\n");

/** Returns a cube as OBJ text, with square faces and texture coordinates. It stands on `y` = 0 unless moved. */
export function cubeObj(side = 1, [x, y, z]: readonly [number, number, number] = [0, 0, 0]): string {
  const half = side / 2;
  const corner = (i: number) =>
    `v ${x + (i & 1 ? half : -half)} ${y + (i & 2 ? side : 0)} ${z + (i & 4 ? half : -half)}`;
  const faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
  return [
    ...Array.from({ length: 8 }, (_, i) => corner(i)),
    "vt 0 0",
    "vt 1 0",
    "vt 1 1",
    "vt 0 1",
    ...faces.map((face) => {
      const words = face.split(" ").map((word, i) => `${word}/${i + 1}`);
      return `f ${words.join(" ")}`;
    }),
    "",
  ].join("\n");
}

/** Returns a sphere of `rows` × `columns` quads as OBJ text. */
export function ballObj(rows: number, columns: number, radius = 0.5): string {
  const lines: string[] = [];
  for (let row = 0; row <= rows; row++) {
    const up = (Math.PI * row) / rows;
    for (let column = 0; column < columns; column++) {
      const around = (2 * Math.PI * column) / columns;
      const [x, y, z] = [Math.sin(up) * Math.cos(around), Math.cos(up), Math.sin(up) * Math.sin(around)];
      lines.push(`v ${[x, y, z].map((value) => (value * radius).toFixed(6)).join(" ")}`);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const next = (column + 1) % columns;
      const at = (r: number, c: number) => r * columns + c + 1;
      lines.push(`f ${at(row, column)} ${at(row, next)} ${at(row + 1, next)} ${at(row + 1, column)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
