/** Opens a list with hints that follow what the person does there, by `?tour=1`. */
export const TOUR_PARAMETER = 'tour';
