import { Fragment } from 'react'

/** A path with line breaks allowed only after its separators. */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^./_\]]*[./_\]]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
