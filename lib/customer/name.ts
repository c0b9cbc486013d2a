interface Known {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

/** Who comes from the mini-program may never have said what to be called: then it is what he is known by. */
export const nameOfCustomer = ({ id, nickname, username, mobile }: Known) => nickname || username || mobile || `#${id}`
