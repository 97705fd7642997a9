// Inserts the coordinates of a position into the station's text (`PlaceText`).
export const placeText = (pattern, x, y) => pattern.replace("{x}", Math.round(x)).replace("{y}", Math.round(y));
