// The thread that judges passwords. Plain JavaScript, because Node runs the file itself, in every build.

import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

parentPort?.on('message', ({ id, secret, words }) => {
  const { score, feedback } = judge.check(secret, words)
  parentPort?.postMessage({ id, score, warning: feedback.warning, suggestions: feedback.suggestions })
})
