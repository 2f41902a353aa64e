export const measureRows = async () => {};
