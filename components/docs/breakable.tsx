'use client'

import { Fragment } from 'react'

/**
 * A path with line breaks allowed only after its separators. Rendered in the browser too, because its text is a tenth
 * of the size of its elements, and the pages of the reference have hundreds of paths.
 */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^./_\]]*[./_\]]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
