import type { Column } from './declaration'

/** First line: `title`, `status`. Second: `detail`, and a time or number as `end`. Third: `line` beside `time`. */
export type CardPlace = 'picture' | 'title' | 'status' | 'detail' | 'end' | 'line' | 'time'

const isState = <Row>({ kind, key }: Column<Row>) => kind === 'tag' || key === 'status' || key === 'success'
const isTime = <Row>({ kind, key }: Column<Row>) => kind === 'time' || key.endsWith('_at')
const isFigure = <Row>(column: Column<Row>) => isTime(column) || column.kind === 'money' || column.kind === 'number'

/** By column key; columns without a place are not shown. `title`: the column that links to the row. */
export function cardPlaces<Row>(visible: readonly Column<Row>[], title: string | undefined): Map<string, CardPlace> {
  const places = new Map<string, CardPlace>()
  const rest = visible.filter(({ key, card }) => key !== title && card !== false)
  const take = (place: CardPlace, column: Column<Row> | undefined) => {
    if (!column) return
    places.set(column.key, place)
    rest.splice(rest.indexOf(column), 1)
  }
  if (title !== undefined) places.set(title, 'title')
  take(
    'picture',
    rest.find(({ kind }) => kind === 'image'),
  )
  take('status', rest.find(isState))
  const line = rest.find(({ card }) => card === 'line')
  if (line) {
    take('line', line)
    take('time', rest.find(isTime))
  }
  take('end', rest.find(isFigure) ?? rest[1])
  take('detail', rest[0])
  return places
}
