'use client'

import { Fragment } from 'react'

/** A client component: the payload then has the text, not the elements, which are ten times as large. */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^./_\]]+[./_\]]*|[./_\]]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
