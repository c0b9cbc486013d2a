'use client'

import { Fragment } from 'react'

/**
 * Lines break only after separators. A client component: the payload then has the text, not the elements, which are ten
 * times as large, for hundreds of paths.
 */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^./_\]]+[./_\]]*|[./_\]]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
